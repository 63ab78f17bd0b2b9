import { ages } from '../../schema/ages.ts'

/** The people of a row of `reservation`, as SQL. The column `held_people` only says whether they hold places. */
export const peopleSum = ages.join(' + ')
