/** Texts that a field can have, in Spanish. */
export const spanishOptions: Readonly<Record<string, string>> = {
  MXN: 'MXN',
  april: 'Abril',
  august: 'Agosto',
  december: 'Diciembre',
  february: 'Febrero',
  january: 'Enero',
  july: 'Julio',
  june: 'Junio',
  march: 'Marzo',
  may: 'Mayo',
  november: 'Noviembre',
  october: 'Octubre',
  september: 'Septiembre',
}
