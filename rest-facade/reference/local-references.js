/**
 * Resolves an operation's references within the document, and merges what `allOf` lists. Swagger UI would normalize the
 * whole document again for each operation that is opened, which takes a second or more; this document has nothing to
 * normalize and refers only to itself.
 */
globalThis.localReferencesPlugin = () => {
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const at = (document, path) => path.reduce((part, name) => part?.[name], document)

  /** Of lists of allowed values, what both allow; of other lists, what either has. */
  function merge(one, other) {
    if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])]
    if (!isObject(one) || !isObject(other)) return other
    const merged = { ...one }
    for (const [name, value] of Object.entries(other))
      if (name === 'enum' && name in one) merged.enum = one.enum.filter((allowed) => value.includes(allowed))
      else merged[name] = name in one ? merge(one[name], value) : value
    return merged
  }

  /** `above` are the references that led to the value: what contains itself is shown as a reference. */
  function resolve(document, value, above) {
    if (Array.isArray(value)) return value.map((item) => resolve(document, item, above))
    if (!isObject(value) || above.includes(value.$ref)) return value
    const {
      $ref,
      allOf = [],
      ...own
    } = Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, name === '$ref' ? item : resolve(document, item, above)]),
    )
    const whole = [...allOf, own].reduce((one, other) => merge(one, other))
    if ($ref === undefined) return whole
    const target = at(document, $ref.slice('#/'.length).split('/'))
    return { ...resolve(document, target, [...above, $ref]), ...whole, $$ref: $ref }
  }

  return {
    fn: {
      resolveSubtree: (document, path) =>
        Promise.resolve({ spec: resolve(document, at(document, path), []), errors: [] }),
    },
  }
}
