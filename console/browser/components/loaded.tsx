import type { ComponentChildren } from 'preact'
import type { QueryState } from '../api/use-query.ts'
import { useText } from '../text/language.tsx'
import { FailureNotice } from './failure-notice.tsx'

/** The data of a query, or its loading state or failure. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: QueryState<Data>
  children(data: Data): ComponentChildren
}) {
  const translate = useText()
  const { data, failure, isLoading, reload } = query
  return (
    <>
      <FailureNotice failure={failure} />
      {failure && (
        <button type="button" onClick={reload}>
          {translate('common.retry')}
        </button>
      )}
      {data === null ? isLoading && <p aria-busy="true">{translate('common.loading')}</p> : children(data)}
    </>
  )
}
