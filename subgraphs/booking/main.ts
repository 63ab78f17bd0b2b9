import { runBookingSubgraph } from './run.ts'

await runBookingSubgraph()
