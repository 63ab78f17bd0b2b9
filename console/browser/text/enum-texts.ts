/** What the values of an enum are called in English: the words of their names, behind what all of them begin with. */
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
