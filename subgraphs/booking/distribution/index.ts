/** Reservations over the workers of a Citus cluster (docs/scale.md#4-reservations-on-citus). */
export { findClusterProblems, hasCitus } from './store/cluster.ts'
export { clusterTables, distributeTables } from './store/distribute.ts'
export { findKeyProblems } from './store/keys.ts'
export { readPlacements, type Placement } from './store/placement.ts'
