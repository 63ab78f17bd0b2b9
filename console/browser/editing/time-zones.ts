/** Those of Mexico first. */
const mexican =
  /^America\/(Bahia_Banderas|Cancun|Chihuahua|Ciudad_Juarez|Hermosillo|Matamoros|Mazatlan|Merida|Mexico_City|Monterrey|Ojinaga|Tijuana)$/

/** The IANA time zones that the browser knows, and the one that is stored. */
export function timeZones(stored: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  const all = stored === '' || known.includes(stored) ? known : [stored, ...known]
  return all.toSorted((one, other) => Number(mexican.test(other)) - Number(mexican.test(one)))
}
