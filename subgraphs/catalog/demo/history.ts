/** The facts of the demo cenotes that an installation file does not have: ratings of five to one star, and when each was added. */
export const history: readonly (readonly [
  slug: string,
  ratings: readonly [number, number, number, number, number],
  createdAt: string,
])[] = [
  ['gran-cenote', [2140, 610, 120, 41, 25], '2023-02-14T15:00:00Z'],
  ['dos-ojos', [1830, 520, 131, 44, 30], '2023-03-02T16:30:00Z'],
  ['calavera', [612, 240, 71, 20, 12], '2023-08-21T14:00:00Z'],
  ['carwash', [402, 188, 66, 19, 9], '2023-11-09T17:45:00Z'],
  ['casa-cenote', [738, 301, 88, 26, 14], '2023-05-30T13:20:00Z'],
  ['cristalino', [689, 262, 80, 23, 11], '2023-06-18T18:05:00Z'],
  ['azul', [921, 355, 120, 38, 22], '2023-04-11T12:00:00Z'],
  ['jardin-del-eden', [845, 290, 75, 21, 13], '2023-07-07T15:15:00Z'],
  ['cenote-cristal', [356, 141, 40, 13, 6], '2024-01-16T16:00:00Z'],
  ['escondido', [298, 119, 31, 9, 4], '2024-02-27T14:40:00Z'],
  ['sac-actun', [534, 92, 20, 6, 3], '2023-09-25T19:10:00Z'],
  ['nicte-ha', [211, 84, 19, 8, 2], '2024-03-12T15:55:00Z'],
  ['zacil-ha', [324, 180, 74, 28, 15], '2024-04-05T13:30:00Z'],
  ['choo-ha', [377, 150, 36, 12, 5], '2024-05-19T17:25:00Z'],
  ['multum-ha', [260, 97, 22, 8, 3], '2024-06-08T12:50:00Z'],
  ['tankach-ha', [341, 118, 27, 10, 6], '2024-06-22T18:35:00Z'],
  ['verde-lucero', [190, 101, 40, 17, 9], '2023-10-13T15:05:00Z'],
  ['kin-ha', [288, 90, 30, 14, 7], '2024-08-01T16:20:00Z'],
  ['ik-kil', [2904, 1180, 402, 150, 98], '2023-01-20T15:30:00Z'],
  ['suytun', [1310, 520, 180, 77, 40], '2023-03-28T14:10:00Z'],
  ['samula', [655, 270, 82, 25, 11], '2023-06-02T13:00:00Z'],
  ['xkeken', [702, 301, 99, 31, 18], '2023-06-02T13:05:00Z'],
  ['zaci', [890, 520, 210, 80, 41], '2023-04-24T12:45:00Z'],
  ['yokdzonot', [510, 130, 28, 7, 4], '2023-09-03T17:00:00Z'],
  ['san-ignacio', [420, 210, 74, 22, 13], '2024-01-30T18:15:00Z'],
  ['kankirixche', [233, 61, 12, 3, 2], '2024-07-15T14:25:00Z'],
  ['x-batun', [312, 74, 15, 4, 2], '2024-09-10T16:55:00Z'],
  ['dzombakal', [180, 52, 11, 3, 1], '2024-09-10T17:10:00Z'],
  ['miguel-colorado', [204, 66, 18, 5, 3], '2024-10-04T15:40:00Z'],
  ['chencoh', [41, 12, 3, 1, 0], '2024-11-18T14:35:00Z'],
]

const toursSince = Date.UTC(2024, 2, 1)
const position = new Map(history.map(([slug], index) => [slug, index]))

/** The columns of a demo cenote that its form does not have. */
export function cenoteColumns(slug: string): object {
  const index = position.get(slug) ?? 0
  const [, ratings = [0, 0, 0, 0, 0], createdAt = new Date(toursSince).toISOString()] = history[index] ?? []
  return {
    ratings_five: ratings[0],
    ratings_four: ratings[1],
    ratings_three: ratings[2],
    ratings_two: ratings[3],
    ratings_one: ratings[4],
    created_at: createdAt,
    updated_at: `2025-10-${String((index % 28) + 1).padStart(2, '0')}T12:00:00Z`,
  }
}

/** In the order in which they were added, a month after each other. */
const tours = [
  'tulum-cenotes-classic',
  'dos-ojos-diving',
  'valladolid-colonial-cenotes',
  'ruta-de-los-cenotes',
  'homun-underground',
  'calakmul-miguel-colorado',
]

/** The columns of a demo tour that its form does not have. */
export const tourColumns = (slug: string): object => {
  const addedAt = new Date(Date.UTC(2024, 2 + tours.indexOf(slug), 1)).toISOString()
  return { created_at: addedAt, updated_at: addedAt }
}
