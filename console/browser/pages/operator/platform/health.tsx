import { useEffect } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { HealthDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'

const reloadMilliseconds = 10_000

/** The status of each part of the service, polled while shown. */
export function Health() {
  const translate = useText()
  const query = useQuery(HealthDocument, {})
  useEffect(() => {
    const timer = setInterval(query.reload, reloadMilliseconds)
    return () => clearInterval(timer)
  }, [query.reload])
  return (
    <section>
      <h2>{translate('operator.health')}</h2>
      <Loaded query={query}>
        {({ serviceStatus: { components } }) => (
          <ul class="tools">
            {components.map(({ name, state }) => (
              <li key={name}>
                {name} <span class={`badge ${state.toLowerCase()}`}>{translate(`state.${state}`)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
