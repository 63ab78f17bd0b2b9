/** English labels of an enum's values: the words of their names, without their common prefix. */
export const enumTexts = <Group extends string, Value extends string>(
  group: Group,
  values: readonly Value[],
  prefix = '',
): Readonly<Record<`${Group}.${Value}`, string>> =>
  Object.fromEntries(
    values.map((value) => {
      const words = value.slice(prefix.length).replaceAll('_', ' ')
      return [`${group}.${value}`, words.charAt(0) + words.slice(1).toLowerCase()]
    }),
  ) as Record<`${Group}.${Value}`, string>
