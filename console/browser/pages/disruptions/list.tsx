import { useQuery } from '../../api/use-query.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Table, type Column } from '../../components/table.tsx'
import { DisruptionsDocument, type DisruptionItemFragment } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { useDays, workedOf } from './facts.ts'

const shownCount = 100

/** The latest disruptions. */
export function DisruptionList() {
  const translate = useText()
  const formats = useFormats()
  const days = useDays()
  const query = useQuery(DisruptionsDocument, { first: shownCount, after: null })
  const columns: readonly Column<DisruptionItemFragment>[] = [
    {
      key: 'product',
      header: translate('reservations.product'),
      width: '1.5fr',
      cell: ({ id, product }) => (
        <Link to={`/disruptions/${id}`}>
          <bdi>{product.name}</bdi>
        </Link>
      ),
    },
    {
      key: 'cause',
      header: translate('disruptions.cause'),
      width: '8rem',
      cell: ({ cause }) => translate(`disruptions.cause.${cause}`),
    },
    { key: 'days', header: translate('disruptions.days'), width: '1.5fr', cell: days },
    {
      key: 'choice',
      header: translate('disruptions.choice'),
      width: '8rem',
      cell: ({ reservations }) => translate(`disruptions.choice.${reservations}`),
    },
    {
      key: 'progress',
      header: translate('disruptions.progress'),
      width: '8rem',
      isNumber: true,
      cell: (disruption) =>
        translate('disruptions.progressOf', { worked: workedOf(disruption), total: disruption.total }),
    },
    {
      key: 'created',
      header: translate('disruptions.created'),
      width: '1fr',
      cell: ({ createdAt }) => formats.minute(createdAt),
    },
  ]
  return (
    <Loaded query={query}>
      {({ disruptions }) => (
        <Table
          label={translate('disruptions.title')}
          columns={columns}
          rows={disruptions.nodes}
          total={disruptions.totalCount}
          keyOf={({ id }) => id}
        />
      )}
    </Loaded>
  )
}
