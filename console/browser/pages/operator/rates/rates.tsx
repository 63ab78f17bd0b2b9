import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { TextField } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { RatesDocument, UpdateRatesDocument, type RatesQuery } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ChangeRecords } from '../editing/change-records.tsx'

export function Rates() {
  const translate = useText()
  const query = useQuery(RatesDocument, {})
  return (
    <section>
      <h2>{translate('operator.rates')}</h2>
      <Loaded query={query}>
        {({ exchangeRates }) => (
          <div key={exchangeRates.version}>
            <RateForm exchangeRates={exchangeRates} onChanged={query.reload} />
            <ChangeRecords type="EXCHANGE_RATES" id="exchange_rates" />
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** All rates are changed at once, of the version that was read. */
function RateForm({ exchangeRates, onChanged }: { exchangeRates: RatesQuery['exchangeRates']; onChanged(): void }) {
  const translate = useText()
  const formats = useFormats()
  const { base, rates, version, lastUpdated } = exchangeRates
  const { run, failure, isRunning } = useMutation(UpdateRatesDocument)
  const [values, setValues] = useState(() =>
    Object.fromEntries(rates.map(({ currency, rate }) => [currency, String(rate)])),
  )
  const [noNumbers, setNoNumbers] = useState<readonly string[]>([])
  useUnsaved(values)
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = Object.keys(values).filter((currency) => !(Number(values[currency]) > 0))
        setNoNumbers(wrong)
        if (wrong.length > 0) return
        const changed = Object.entries(values).map(([currency, rate]) => ({ currency, rate: Number(rate) }))
        void run({ input: { version, rates: changed } }).then((data) => data && onChanged())
      }}
    >
      {Object.entries(values)
        // One unit of the base always buys one.
        .filter(([currency]) => currency !== base)
        .map(([currency, rate]) => (
          <TextField
            key={currency}
            required
            label={`${translate('operator.rate', { base })} ${currency}`}
            inputMode="decimal"
            value={rate}
            error={noNumbers.includes(currency) ? translate('edit.error.number') : undefined}
            onChange={(typed) => setValues({ ...values, [currency]: typed })}
          />
        ))}
      <button class="primary" disabled={isRunning}>
        {translate('edit.save')}
      </button>
      <p class="hint">{translate('operator.updated', { at: formats.minute(lastUpdated) })}</p>
      <FailureNotice failure={failure} />
    </form>
  )
}
