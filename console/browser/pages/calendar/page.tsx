import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { useCenotes } from '../../cenotes/use-cenotes.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { addDays, localDate } from '../../components/local-date.ts'
import { CenoteCalendarDocument } from '../../generated/operations.ts'
import { useSession } from '../../session/context.tsx'
import { useText } from '../../text/language.tsx'
import { ChangeForms } from './change-forms.tsx'
import { DayGrid } from './day-grid.tsx'
import { Entries } from './entries.tsx'

const shownDays = 14

/** Days and slots of a cenote, its closures, events and overrides, and forms to add them. */
export default function CalendarPage() {
  const translate = useText()
  const { timeZone } = useSession()
  const cenotes = useCenotes()
  const [chosen, setChosen] = useState('')
  const [today] = useState(() => localDate(new Date(), timeZone))
  const [from, setFrom] = useState(today)
  const cenoteId = chosen || cenotes?.[0]?.id || ''
  const to = addDays(from, shownDays - 1)
  const query = useQuery(
    CenoteCalendarDocument,
    { cenoteId, from, startDate: from, to },
    { pause: cenoteId === '' || from === '' },
  )
  return (
    <>
      <div class="filters">
        <SelectField
          label={translate('reservations.cenote')}
          value={cenoteId}
          options={(cenotes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <TextField type="date" label={translate('calendar.from')} value={from} onChange={setFrom} />
      </div>
      <Loaded query={query}>
        {({ cenote, calendar }) =>
          cenote && (
            <>
              <DayGrid days={cenote.availability.days} overrides={calendar.slotOverrides} />
              <Entries calendar={calendar} cenoteId={cenoteId} onChanged={query.reload} />
              <ChangeForms
                key={cenoteId}
                cenoteId={cenoteId}
                hourly={cenote.capacity.hourly}
                from={from}
                onChanged={query.reload}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}
