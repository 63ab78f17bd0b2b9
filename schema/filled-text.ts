/** Plural nouns that follow a number in texts, with their singular. */
const singulars: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bookings: 'booking',
    bytes: 'byte',
    cenotes: 'cenote',
    characters: 'character',
    days: 'day',
    items: 'item',
    levels: 'level',
    people: 'person',
    places: 'place',
    rows: 'row',
    seconds: 'second',
    times: 'time',
    webhooks: 'webhook',
    caracteres: 'carácter',
    claves: 'clave',
    días: 'día',
    elementos: 'elemento',
    filas: 'fila',
    lugares: 'lugar',
    niveles: 'nivel',
    personas: 'persona',
    plazas: 'plaza',
    reservaciones: 'reservación',
    segundos: 'segundo',
    veces: 'vez',
  }),
)

/** A text with its `{name}`s filled. A noun that follows one agrees with its number: `1 second`, `2 seconds`. */
export const filledText = (text: string, valueOf: (name: string) => string): string =>
  text.replace(/\{(\w+)\}(?: (\p{L}+))?/gu, (_, name: string, noun?: string) => {
    const value = valueOf(name)
    if (noun === undefined) return value
    return `${value} ${(value === '1' && singulars.get(noun)) || noun}`
  })
