const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The starts of the slots of a cenote: each hour from its opening that ends before it closes. */
export function fullHours(openTime: string, closeTime: string): readonly string[] {
  const times: string[] = []
  for (let start = minutesOf(openTime); start + 60 <= minutesOf(closeTime); start += 60)
    times.push([start / 60, start % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':'))
  return times
}
