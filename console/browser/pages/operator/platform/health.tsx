import { useEffect } from 'preact/hooks'
import { ServiceBadge } from '../../../components/badge.tsx'
import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { HealthDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'

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
                {translateValue(translate, 'service', name)} <ServiceBadge state={state} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
