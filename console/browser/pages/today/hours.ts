interface Slot {
  readonly visitTime: string
  readonly visitors: number
  readonly arrivedVisitors: number
}

/** The people of the slots that begin within an hour. */
export interface Hour {
  readonly hour: number
  readonly people: number
  readonly arrived: number
}

export const hourOf = (time: string): number => Number(time.slice(0, 2))

/** The hours from the first slot to the last, those between without people too. */
export function hoursOf(slots: readonly Slot[]): readonly Hour[] {
  const begun = slots.map(({ visitTime }) => hourOf(visitTime))
  const first = Math.min(...begun)
  return Array.from({ length: slots.length === 0 ? 0 : Math.max(...begun) - first + 1 }, (_, index) => {
    const within = slots.filter(({ visitTime }) => hourOf(visitTime) === first + index)
    return {
      hour: first + index,
      people: within.reduce((sum, { visitors }) => sum + visitors, 0),
      arrived: within.reduce((sum, { arrivedVisitors }) => sum + arrivedVisitors, 0),
    }
  })
}
