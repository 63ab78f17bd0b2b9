import { useId, useMemo, useState } from 'preact/hooks'
import { CheckField, labelText } from '../../../components/fields.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import { useFormats } from '../../../text/format.ts'
import { failureText } from '../../../text/failure-text.ts'
import { useText } from '../../../text/language.tsx'
import type { Translate } from '../../../text/text.ts'
import { useCenotes } from './cenotes.ts'
import { readText } from './read-text.ts'
import { columnNames, maxRows, readRows, requiredColumns, type ImportFile } from './rows.ts'
import { useImport, type ImportLine, type LineProblem } from './use-import.ts'

/** Reservations from a file: first a preview of each line, then the booking of the valid ones. */
export function ImportPage() {
  const translate = useText()
  const cenotes = useCenotes()
  const id = useId()
  const [read, setRead] = useState<Awaited<ReturnType<typeof readText>> | null>(null)
  // The number of files chosen so far: choosing the same file again makes another report, too.
  const [chosen, setChosen] = useState(0)
  const file = useMemo<ImportFile | null>(() => {
    if (read === null || cenotes.data === null) return null
    return 'problem' in read ? { problems: [read.problem] } : readRows(read.text, cenotes.data)
  }, [read, cenotes.data])
  return (
    <section>
      <h2>{translate('import.title')}</h2>
      <p id={`${id}-hint`}>
        {translate('import.columns', {
          columns: columnNames.join(', '),
          required: requiredColumns.join(', '),
          max: maxRows,
        })}
      </p>
      <div class="field">
        <label for={id}>{labelText(translate('import.file'), true)}</label>
        <input
          id={id}
          type="file"
          required
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const [selected] = currentTarget.files ?? []
            if (!selected) return
            void readText(selected).then((content) => {
              setRead(content)
              setChosen((before) => before + 1)
            })
          }}
        />
      </div>
      <Loaded query={cenotes}>{() => file && <FileReport key={chosen} file={file} />}</Loaded>
    </section>
  )
}

function FileReport({ file }: { file: ImportFile }) {
  const translate = useText()
  if ('rows' in file) return <ImportReport file={file} />
  return (
    <ul role="alert" class="notice bad">
      {file.problems.map((problem, index) => (
        <li key={index}>
          <bdi>{translate(problem.text, problem.parameters)}</bdi>
        </li>
      ))}
    </ul>
  )
}

function ImportReport({ file }: { file: Extract<ImportFile, { rows: unknown }> }) {
  const translate = useText()
  const { lines, preview, book, stage, done, failure } = useImport(file.rows)
  const [onlyProblems, setOnlyProblems] = useState(false)
  const good = lines.filter(({ outcome }) => outcome === 'possible' || outcome === 'booked').length
  const bad = lines.filter(({ outcome }) => outcome === 'refused' || outcome === 'unreadable').length
  const readable = lines.filter(({ outcome }) => outcome !== 'unreadable').length
  const isRunning = stage === 'previewing' || stage === 'booking'
  const shown = onlyProblems ? lines.filter(({ outcome }) => outcome === 'refused' || outcome === 'unreadable') : lines
  return (
    <>
      <p class="tools">
        <button
          type="button"
          class="primary"
          disabled={isRunning || stage === 'booked' || readable === 0}
          onClick={preview}
        >
          {translate('import.check')}
        </button>
        <button type="button" disabled={stage !== 'previewed' || good === 0} onClick={book}>
          {translate('import.book', { count: stage === 'previewed' ? good : 0 })}
        </button>
      </p>
      <p role="status">
        {isRunning
          ? translate('import.progress', { done, total: readable })
          : stage === 'booked'
            ? translate('import.bookedSummary', { good, bad })
            : stage === 'previewed' && translate('import.summary', { good, bad })}
      </p>
      <FailureNotice failure={failure} />
      <CheckField label={translate('import.onlyProblems')} value={onlyProblems} onChange={setOnlyProblems} />
      <ImportTable lines={shown} />
    </>
  )
}

function ImportTable({ lines }: { lines: readonly ImportLine[] }) {
  const translate = useText()
  const formats = useFormats()
  const columns: readonly Column<ImportLine>[] = [
    { key: 'line', header: translate('import.line'), width: '5rem', isNumber: true, cell: ({ line }) => line },
    {
      key: 'guest',
      header: translate('reservations.guest'),
      width: '14rem',
      cell: ({ guest }) => <bdi>{guest}</bdi>,
    },
    {
      key: 'result',
      header: translate('import.result'),
      width: '1fr',
      linesInCard: 4,
      cell: ({ outcome, reservation, problems }) => {
        if (problems.length > 0) {
          const texts = problems.map((problem) => textOf(problem, translate))
          return (
            <span class="bad" title={texts.join(' ')}>
              {texts.map((text, index) => (
                <bdi key={index}>{text} </bdi>
              ))}
            </span>
          )
        }
        if (!reservation) return ''
        if (outcome === 'booked') return translate('import.booked', { reference: reservation.bookingReference })
        return translate('import.ok', {
          cenote: reservation.product.name,
          date: formats.date(reservation.visitDate),
          time: formats.zoned(reservation.visitTime, reservation.timezone, reservation.visitDate),
          people: reservation.visitors.total,
          price: formats.money(reservation.pricing.totalCents, reservation.pricing.currency),
        })
      },
    },
  ]
  return <Table label={translate('import.title')} columns={columns} rows={lines} keyOf={({ line }) => String(line)} />
}

/** The problem of a line as a sentence, with the errors of its fields where there are any. */
function textOf(problem: LineProblem, translate: Translate): string {
  if (!('refusal' in problem)) return translate(problem.text, problem.parameters)
  const { message, fields } = failureText(problem.refusal, translate)
  return [message, ...fields.map(({ label, text }) => (label === null ? text : `${label}: ${text}`))].join(' ')
}
