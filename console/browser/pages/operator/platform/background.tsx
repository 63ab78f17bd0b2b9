import { useEffect } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import { LinesTable } from '../../../components/lines-table.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import {
  BackgroundWorkDocument,
  type BackgroundJobItemFragment,
  type BackgroundWorkQuery,
} from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'

const reloadMilliseconds = 10_000

type ServiceJob = BackgroundJobItemFragment & { readonly service: string }
type Work = BackgroundWorkQuery['backgroundWork']

/** Queues and the last runs of the jobs, polled while shown. */
export function Background() {
  const translate = useText()
  const query = useQuery(BackgroundWorkDocument, {})
  useEffect(() => {
    const timer = setInterval(query.reload, reloadMilliseconds)
    return () => clearInterval(timer)
  }, [query.reload])
  return (
    <section>
      <h2>{translate('background.title')}</h2>
      <Loaded query={query}>
        {({ backgroundWork: { queues, gatewayJobs, bookingJobs, catalogJobs, pricingJobs } }) => (
          <>
            <Queues queues={queues} />
            <Jobs
              jobs={[
                ...gatewayJobs.map((job) => ({ ...job, service: 'gateway' })),
                ...bookingJobs.map((job) => ({ ...job, service: 'booking' })),
                ...catalogJobs.map((job) => ({ ...job, service: 'catalog' })),
                ...pricingJobs.map((job) => ({ ...job, service: 'pricing' })),
              ]}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Queues({ queues }: Pick<Work, 'queues'>) {
  const translate = useText()
  const formats = useFormats()
  return (
    <LinesTable label={translate('background.queues')}>
      <thead>
        <tr>
          <th scope="col">{translate('background.queue')}</th>
          <th scope="col" class="number">
            {translate('background.due')}
          </th>
          <th scope="col" class="number">
            {translate('background.oldest')}
          </th>
          <th scope="col" class="number">
            {translate('background.scheduled')}
          </th>
          <th scope="col" class="number">
            {translate('background.retrying')}
          </th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, due, scheduled, retrying, oldestSeconds }) => (
          <tr key={name}>
            <th scope="row">{translate(`queue.${name}`)}</th>
            <td class="number">{formats.count(due)}</td>
            <td class="number">{translate('background.seconds', { seconds: formats.count(oldestSeconds) })}</td>
            <td class="number">{formats.count(scheduled)}</td>
            <td class={`number ${retrying > 0 ? 'bad' : ''}`}>{formats.count(retrying)}</td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  )
}

function Jobs({ jobs }: { jobs: readonly ServiceJob[] }) {
  const translate = useText()
  const formats = useFormats()
  return (
    <LinesTable label={translate('background.jobs')}>
      <thead>
        <tr>
          <th scope="col">{translate('background.service')}</th>
          <th scope="col">{translate('background.job')}</th>
          <th scope="col" class="number">
            {translate('background.every')}
          </th>
          <th scope="col">{translate('background.lastRun')}</th>
          <th scope="col" class="number">
            {translate('background.took')}
          </th>
          <th scope="col">{translate('background.failures')}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ service, name, everySeconds, lastRunAt, lastDurationMs, lastFailedAt, lastError, failures }) => (
          <tr key={`${service} ${name}`}>
            <td>{translateValue(translate, 'service', service)}</td>
            <th scope="row">{translateValue(translate, 'job', name)}</th>
            <td class="number">{translate('background.seconds', { seconds: formats.count(everySeconds) })}</td>
            <td>{lastRunAt === null ? translate('keys.neverUsed') : formats.instant(lastRunAt)}</td>
            <td class="number">{lastDurationMs === null ? '' : `${formats.count(lastDurationMs)} ms`}</td>
            <td class={failures > 0 ? 'bad' : undefined}>
              {failures > 0
                ? translate('background.failing', { count: failures, error: lastError ?? '' })
                : lastFailedAt !== null && translate('background.failedAt', { at: formats.instant(lastFailedAt) })}
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  )
}
