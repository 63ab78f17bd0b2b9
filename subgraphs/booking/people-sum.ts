import { ages } from '../../schema/ages.ts'

/** The people of a row of `reservation`, as SQL. */
export const peopleSum = ages.join(' + ')
