import type { Edge, Page } from '../../../platform/graphql/connection.ts'
import type { ListedCenote } from './cenote.ts'

export type CenotePage = Page<ListedCenote>
export type ListedCenoteEdge = Edge<ListedCenote>
