export type { PriceList, VersionedList } from './price-list.ts'
export { changePriceList, changePriceListBy, readPriceList, updatePriceList } from './update.ts'
