import type { Edge, Page } from '../paging.ts'
import type { ListedCenote } from './cenote.ts'

export type CenotePage = Page<ListedCenote>
export type ListedCenoteEdge = Edge<ListedCenote>
