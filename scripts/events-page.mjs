// Writes an AsyncAPI document as a page of Markdown: each channel with its messages, then every schema.

/** `guides` is the address that links to guides start with; on the page they are relative to the site. */
export function eventsPage(document, guides) {
  const { info, channels, operations, components } = document
  const page = [
    `# Event reference`,
    info.description,
    'This page is made from the [AsyncAPI 3 document](/asyncapi.json), which code generators read.',
    ...Object.entries(channels).flatMap(([id, channel]) => channelPart(id, channel)),
    '## Schemas',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      `### ${name}`,
      schema.description ?? '',
      contents(schema),
    ]),
  ]
  return `${page.filter((part) => part !== '').join('\n\n')}\n`

  function channelPart(id, channel) {
    const [server] = channel.servers.map(resolve)
    const keys = (server.security ?? []).map(resolve).map(({ name }) => `The key is in the header \`${name}\`.`)
    return [
      `## ${channel.title}`,
      [`\`${channel.address}\`, protocol \`${server.protocol}\`.`, server.description, ...keys].join(' '),
      channel.description ?? '',
      channel.externalDocs ? `[Guide](${channel.externalDocs.url.replace(guides, '')})` : '',
      ...Object.values(operations)
        .filter((operation) => operation.channel.$ref === `#/channels/${id}`)
        .flatMap(operationPart),
      ...(channel['x-close-codes'] ? ['### Close codes', closeCodes(channel['x-close-codes'])] : []),
    ]
  }

  function operationPart({ summary, messages }) {
    const found = messages.map((message) => resolve(resolve(message)))
    const common = found[0].headers
    return [
      `### ${summary.replace(/\.$/, '')}`,
      table(
        ['Message', 'Meaning', 'Payload'],
        found.map(({ name, summary: meaning, payload }) => [`\`${name}\``, meaning, typeOf(payload)]),
      ),
      common ? `Headers of each: ${typeOf(common)}.` : '',
      ...found.flatMap(({ name, examples = [] }) =>
        examples.flatMap(({ payload }) => [
          `For example \`${name}\`:`,
          `\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\``,
        ]),
      ),
    ]
  }

  function contents(schema) {
    const rows = fields(schema, '')
    return rows.length === 0
      ? typeOf({ ...schema, title: undefined })
      : table(['Field', 'Type', 'Required', 'Meaning'], rows)
  }

  /** Fields of an object, those of unnamed objects in it by their path. */
  function fields({ properties = {}, required = [] }, prefix) {
    return Object.entries(properties).flatMap(([name, schema]) => {
      const inner = schema.items ?? schema
      const path = `${prefix}${name}${schema.items ? '[]' : ''}`
      return [
        [
          `\`${prefix}${name}\``,
          typeOf(schema),
          required.includes(name) ? 'yes' : 'no',
          schema.description ?? (schema.$ref ? resolve(schema).description : undefined) ?? '',
        ],
        ...(inner.properties ? fields(inner, `${path}.`) : []),
      ]
    })
  }

  function typeOf(schema) {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)
      return `[${name}](#${name.toLowerCase()})`
    }
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return choices.map(typeOf).join(' or ')
    if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
    if (schema.const !== undefined) return `\`${schema.const}\``
    const named = [schema.type ?? 'any'].flat().map((type) => {
      if (type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'any'}`
      if (type === 'object' && schema.additionalProperties?.type)
        return `object of ${typeOf(schema.additionalProperties)}`
      return schema.format && type === 'string' ? `${type} (${schema.format})` : type
    })
    return named.join(' or ')
  }

  function resolve({ $ref, ...own }) {
    if (!$ref) return own
    return $ref
      .slice(2)
      .split('/')
      .reduce((node, step) => node[step], document)
  }
}

const closeCodes = (codes) =>
  table(
    ['Code', 'Name'],
    Object.entries(codes).map(([code, name]) => [`\`${code}\``, `\`${name}\``]),
  )

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
