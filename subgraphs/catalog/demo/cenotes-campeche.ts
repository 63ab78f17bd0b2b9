import type { CenoteSeed } from './cenote-seed.ts'

const place = { state: 'Campeche', municipality: 'Champotón', zipCode: '24450' } as const

export const cenotesOfCampeche: CenoteSeed[] = [
  {
    ...place, slug: 'miguel-colorado', name: { en: 'Cenotes of Miguel Colorado', es: 'Cenotes de Miguel Colorado' }, at: [18.7911, -90.6917],
    address: 'Ejido Miguel Colorado, Champotón', landmarks: ['Escárcega', 'Reserva de Balam-Kú'],
    directions: { en: 'Sixty kilometres south of Champotón; the ejido’s guides wait at the park entrance.', es: 'A sesenta kilómetros al sur de Champotón; los guías del ejido esperan en la entrada del parque.' },
    description: { en: 'Two great lakes in sinkholes with zip lines, kayaks and howler monkeys on the rim.', es: 'Dos grandes lagos en dolinas con tirolesas, kayaks y monos saraguatos en el borde.' },
    longDescription: { en: 'Cenote Azul and Cenote de los Patos are more than two hundred metres across. A forest trail joins them; at dusk a nearby cave sends out its bats by the million.', es: 'El Cenote Azul y el Cenote de los Patos miden más de doscientos metros de ancho. Un sendero los une; al atardecer, de una cueva cercana salen murciélagos por millones.' },
    type: 'OPEN', depth: [10, 85], waterCelsius: 26, visibilityMeters: 9, difficulty: 'INTERMEDIATE', stairs: 110,
    adult: 140, hours: ['08:00', '16:00'], hourly: 25, ratings: [204, 66, 18, 5, 3], popularity: 57.3,
    amenities: { parking: true, restrooms: true, 'life-jackets': true, kayak: 80, 'zip-line': 150, 'picnic-area': true }, created: '2024-10-04T15:40:00Z',
  },
  {
    ...place, slug: 'chencoh', name: { en: 'Cenote of Chencoh', es: 'Cenote de Chencoh' }, at: [19.4236, -89.799], municipality: 'Hopelchén', zipCode: '24630',
    address: 'Chencoh, Hopelchén', landmarks: ['Zona Arqueológica de Hochob', 'Dzibalchén'],
    directions: { en: 'From Dzibalchén take the road to Hochob; ask for the guide at the village hall.', es: 'Desde Dzibalchén tome el camino a Hochob; pregunte por el guía en la comisaría.' },
    description: { en: 'A remote well in the Chenes hills, visited with bee-keepers of the village.', es: 'Un pozo remoto en los cerros de los Chenes, que se visita con apicultores del pueblo.' },
    longDescription: { en: 'Few travellers come this far. Your guide keeps melipona bees, tells how the Chenes towns lived from their wells, and ends the walk with honey tasting above the water.', es: 'Pocos viajeros llegan hasta aquí. El guía cría abejas meliponas, cuenta cómo los pueblos de los Chenes vivían de sus pozos y termina la caminata con una cata de miel sobre el agua.' },
    type: 'SEMI_OPEN', depth: [3, 20], waterCelsius: 24, visibilityMeters: 8, difficulty: 'ADVANCED', stairs: 40,
    adult: 80, hours: ['09:00', '15:00'], hourly: 10, ratings: [41, 12, 3, 1, 0], popularity: 38.9,
    amenities: { 'guided-swim': 100, 'life-jackets': true, 'picnic-area': true }, created: '2024-11-18T14:35:00Z',
  },
]
