/**
 * Loaded before a process of the product (`node --import`): its clock shows another time than that of the machine, by
 * CLOCK_SKEW_SECONDS. Timers are not changed.
 */
const skew = Number(process.env.CLOCK_SKEW_SECONDS) * 1_000
const RealDate = Date

globalThis.Date = class Date extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + skew)
    else super(...values)
  }

  static now() {
    return RealDate.now() + skew
  }
}
