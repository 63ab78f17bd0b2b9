import { Link } from '../../navigation/navigation.tsx'
import { useText } from '../../text/language.tsx'
import type { PageProperties } from '../page-properties.ts'
import { DisruptionDetail } from './detail.tsx'
import { DisruptionList } from './list.tsx'

/** The list of disruptions, and below it one of them. */
export default function DisruptionsPage({ segments: [id] }: PageProperties) {
  const translate = useText()
  if (id === undefined) return <DisruptionList />
  return (
    <>
      <p class="tools">
        <Link to="/disruptions">{translate('disruptions.back')}</Link>
      </p>
      <DisruptionDetail key={id} id={id} />
    </>
  )
}
