/**
 * Translates each list once, as long as the list itself stays in memory: for lists that are cached, and then returned in
 * the form of the contract many times.
 */
export function shownOnce<Row extends object, Shown>(show: (row: Row) => Shown): (rows: readonly Row[]) => Shown[] {
  const known = new WeakMap<readonly Row[], Shown[]>()
  return (rows) => {
    let shown = known.get(rows)
    if (!shown) known.set(rows, (shown = rows.map(show)))
    return shown
  }
}
