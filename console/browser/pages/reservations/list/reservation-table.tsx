import { useMemo } from 'preact/hooks'
import { StatusBadge } from '../../../components/badge.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import type { ReservationRowFragment } from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useIsOperator } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'

interface ReservationTableProperties {
  readonly rows: readonly ReservationRowFragment[]
  readonly total: number
  readonly isLoading?: boolean
  /** Adds the amount to refund. */
  readonly showsRefunds?: boolean
  onEnd?(): void
}

export function ReservationTable({
  rows,
  total,
  isLoading = false,
  showsRefunds = false,
  onEnd,
}: ReservationTableProperties) {
  const translate = useText()
  const formats = useFormats()
  const isOperator = useIsOperator()
  const columns = useMemo<readonly Column<ReservationRowFragment>[]>(
    () => [
      {
        key: 'reference',
        header: translate('reservations.reference'),
        width: '8rem',
        inCard: 'top',
        cell: ({ bookingReference }) => <Link to={`/reservations/${bookingReference}`}>{bookingReference}</Link>,
      },
      {
        key: 'status',
        header: translate('reservations.status'),
        width: '8rem',
        inCard: 'top',
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      ...(isOperator
        ? [
            {
              key: 'partner',
              header: translate('reservations.partner'),
              width: '1fr',
              cell: ({ partner }: ReservationRowFragment) => <bdi>{partner?.name}</bdi>,
            },
          ]
        : []),
      {
        key: 'cenote',
        header: translate('reservations.product'),
        width: '1.2fr',
        cell: ({ product }) => <bdi>{product.name}</bdi>,
      },
      {
        key: 'visit',
        header: translate('reservations.visit'),
        width: '11rem',
        cell: formats.visit,
      },
      {
        key: 'guest',
        header: translate('reservations.guest'),
        width: '1.5fr',
        cell: ({ guest }) => <bdi>{guest.name || guest.email || translate('reservations.unknownGuest')}</bdi>,
      },
      {
        key: 'people',
        header: translate('reservations.people'),
        width: '5rem',
        isNumber: true,
        inCard: 'half',
        cell: ({ visitors }) => visitors.total,
      },
      {
        key: 'total',
        header: translate('reservations.total'),
        width: '8rem',
        isNumber: true,
        inCard: 'half',
        cell: ({ pricing }) => formats.money(pricing.totalCents, pricing.currency),
      },
      ...(showsRefunds
        ? [
            {
              key: 'refundDue',
              header: translate('reservations.refundDue'),
              width: '9rem',
              isNumber: true,
              inCard: 'half' as const,
              cell: ({ refundDueCents, pricing }: ReservationRowFragment) =>
                formats.money(refundDueCents, pricing.currency),
            },
          ]
        : []),
      {
        key: 'made',
        header: translate('reservations.made'),
        width: '13rem',
        cell: ({ createdAt }) => formats.minute(createdAt),
      },
    ],
    [translate, formats, isOperator, showsRefunds],
  )
  return (
    <Table
      label={translate('reservations.title')}
      columns={columns}
      rows={rows}
      total={total}
      isLoading={isLoading}
      keyOf={({ id }) => id}
      {...(onEnd ? { onEnd } : {})}
    />
  )
}
