import { useText } from '../../text/language.tsx'
import type { Verdict } from './verdict.ts'

/** The drawing in the sign of each colour: a check mark, an exclamation mark and a cross. */
const drawings: Record<Verdict['colour'], string> = {
  green: 'M6 12.5l4 4 8-9',
  amber: 'M12 6v7.5M12 17v.5',
  red: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
}

interface VerdictBannerProperties {
  readonly verdict: Verdict
  /** Its reasons in words. */
  readonly reasons: readonly string[]
}

/** Whether to admit a party, as a sign and in words. */
export function VerdictBanner({ verdict, reasons }: VerdictBannerProperties) {
  const translate = useText()
  const isIn = verdict.reasons.some(({ name }) => name === 'checked_in')
  return (
    <>
      <p class="word">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="11" />
          <path d={drawings[verdict.colour]} />
        </svg>
        {translate(isIn ? 'gate.verdict.in' : `gate.verdict.${verdict.colour}`)}
      </p>
      {reasons.map((reason) => (
        <p key={reason} class="reason">
          {reason}
        </p>
      ))}
    </>
  )
}
