import { demoId } from '../../platform/values/demo-id.ts'
import { granCenote } from '../testkit/moves.ts'
import { nextSaturday } from '../testkit/product.ts'
import { diving, stopsOfDiving } from '../testkit/tours.ts'
import type { PlantedFault, Planting } from './planted-faults.ts'

/** Where a party of the other tour stops twice on one day. */
export const stopsOfClassic = { cenoteId: demoId('cenote', 'calavera'), offsets: [60, 120] } as const

/** Wrong numbers of booked places: at a cenote, of a departure, and at the stops of tours. */
export function plantedPlaces({ booking, ids }: Pick<Planting, 'booking' | 'ids'>): readonly PlantedFault[] {
  const setDay = (productId: string, people: number) =>
    booking('UPDATE sandbox.inventory_day SET booked = $3 WHERE product_id = $1 AND visit_date = $2', [
      productId,
      nextSaturday(),
      people,
    ])
  const setSlot = (productId: string, time: string, people: number) =>
    booking(
      'UPDATE sandbox.inventory_slot SET booked = $4 WHERE product_id = $1 AND visit_date = $2 AND visit_time = $3',
      [productId, nextSaturday(), time, people],
    )

  return [
    {
      wrong: 'places of a slot that no reservation holds',
      plant: () =>
        booking(
          `UPDATE sandbox.inventory_slot SET booked = booked + 1 WHERE product_id = $1 AND visit_time = '10:00'`,
          [granCenote],
        ),
      takeBack: () =>
        booking(
          `UPDATE sandbox.inventory_slot SET booked = booked - 1 WHERE product_id = $1 AND visit_time = '10:00'`,
          [granCenote],
        ),
      named: () => /^product \S+ on \S+ at 10:00: 7 places are booked, its reservations hold 6$/,
    },
    {
      wrong: 'places of a day that were lost',
      plant: () => setDay(granCenote, 0),
      takeBack: () => setDay(granCenote, 7),
      named: () => /^product \S+ on \S+: 0 places are booked, its reservations hold 7$/,
    },
    ...[
      { of: 'the departure of a tour', product: diving, time: '08:30' },
      { of: 'the first stop of a tour', product: stopsOfDiving[0], time: '09:00' },
      { of: 'the second stop of a tour', product: stopsOfDiving[1], time: '11:00' },
    ].flatMap(({ of, product, time }): PlantedFault[] => [
      {
        wrong: `a place too many of ${of}`,
        plant: () => setSlot(product, time, 3),
        takeBack: () => setSlot(product, time, 2),
        named: () =>
          new RegExp(`^product ${product} on \\S+ at ${time}: 3 places are booked, its reservations hold 2$`),
      },
      {
        wrong: `lost places on the day of ${of}`,
        plant: () => setDay(product, 0),
        takeBack: () => setDay(product, 2),
        named: () => new RegExp(`^product ${product} on \\S+: 0 places are booked, its reservations hold 2$`),
      },
    ]),
    {
      wrong: 'a day that counts the two stops of a party there twice',
      plant: () => setDay(stopsOfClassic.cenoteId, 4),
      takeBack: () => setDay(stopsOfClassic.cenoteId, 2),
      named: () =>
        new RegExp(`^product ${stopsOfClassic.cenoteId} on \\S+: 4 places are booked, its reservations hold 2$`),
    },
    ...[
      () => new RegExp(`^product ${stopsOfDiving[0]} on \\S+ at 09:00: 2 places are booked, its reservations hold 0$`),
      () =>
        new RegExp(`of reservation ${ids.tour} does not contain its state: stops is \\[.+\\], reported as \\[.+\\]$`),
    ].map((named, index) => ({
      wrong: ['a stop that takes no places any more', 'stops that no event reports'][index] ?? '',
      plant: () => booking('UPDATE sandbox.reservation SET stops = stops - 0 WHERE id = $1', [ids.tour]),
      takeBack: () =>
        booking(
          `UPDATE sandbox.reservation r SET stops = snapshot -> 'stops' FROM sandbox.reservation_event e
         WHERE r.id = $1 AND e.reservation_id = r.id AND e.version = r.version`,
          [ids.tour],
        ),
      named,
    })),
    {
      wrong: 'a reservation of a tour that is one of a cenote now',
      plant: () => booking(`UPDATE sandbox.reservation SET product_type = 'cenote' WHERE id = $1`, [ids.tour]),
      takeBack: () => booking(`UPDATE sandbox.reservation SET product_type = 'tour' WHERE id = $1`, [ids.tour]),
      named: () =>
        new RegExp(`of reservation ${ids.tour} does not contain its state: productType is cenote, reported as tour$`),
    },
  ]
}
