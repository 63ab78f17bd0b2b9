/** The id of something in the demo data. */
export { derivedId as demoId } from './derived-id.ts'
