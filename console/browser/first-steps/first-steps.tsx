import { useEffect } from 'preact/hooks'
import { directPartner, operatorPartner } from '../../../schema/built-in-partners.ts'
import { useQuery } from '../api/use-query.ts'
import { FirstStepsDocument, type FirstStepsQuery } from '../generated/operations.ts'
import { Link, useAddress } from '../navigation/navigation.tsx'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'
import type { TextKey } from '../text/text.ts'

/** A form changes what is there without another address. */
const reloadMilliseconds = 5_000

const steps: readonly {
  readonly name: TextKey
  readonly hint: TextKey
  readonly path: string
  isDone(facts: FirstStepsQuery): boolean
}[] = [
  {
    name: 'first.product',
    hint: 'first.product.hint',
    path: '/operator/cenotes',
    isDone: ({ onSale, notOnSale, toursOnSale, toursNotOnSale }) =>
      [onSale, notOnSale, toursOnSale, toursNotOnSale].some(({ totalCount }) => totalCount > 0),
  },
  {
    name: 'first.prices',
    hint: 'first.prices.hint',
    path: '/operator/charges',
    isDone: ({ onSale, toursOnSale }) => onSale.totalCount + toursOnSale.totalCount > 0,
  },
  {
    name: 'first.partner',
    hint: 'first.partner.hint',
    path: '/operator/partners',
    isDone: ({ partners }) => partners.nodes.some(isOwn),
  },
  {
    name: 'first.key',
    hint: 'first.key.hint',
    path: '/operator/partners',
    isDone: ({ apiKeys }) => apiKeys.nodes.some(({ partner }) => isOwn(partner)),
  },
]

const isOwn = ({ id }: { readonly id: string }): boolean => id !== operatorPartner.id && id !== directPartner.id

/** The steps of a new installation until a partner can sell; nothing once all are done. */
export function FirstSteps() {
  const { may } = useSession()
  return may('platform:manage') && may('catalog:manage') && may('pricing:manage') ? <Steps /> : null
}

function Steps() {
  const translate = useText()
  const { segments } = useAddress()
  const { data, reload } = useQuery(FirstStepsDocument, {})
  const isDone = data !== null && steps.every((step) => step.isDone(data))
  useEffect(() => {
    if (isDone) return
    const timer = setInterval(reload, reloadMilliseconds)
    return () => clearInterval(timer)
  }, [isDone, reload])
  const address = segments.join('/')
  useEffect(() => {
    if (!isDone) reload()
  }, [address])
  if (data === null || isDone) return null
  const next = steps.find((step) => !step.isDone(data))
  return (
    <section class="card" aria-labelledby="first-steps">
      <h2 id="first-steps">{translate('first.title')}</h2>
      <p>{translate('first.explanation')}</p>
      <ol>
        {steps.map((step) => (
          <li key={step.name} aria-current={step === next ? 'step' : undefined}>
            {step.isDone(data) ? (
              <span>
                ✓ {translate(step.name)} <span class="hint">{translate('first.done')}</span>
              </span>
            ) : (
              <>
                <Link to={step.path}>{translate(step.name)}</Link> <span class="hint">{translate(step.hint)}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
