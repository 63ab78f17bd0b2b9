export {
  changePriceList,
  changePriceListBy,
  readPriceList,
  updatePriceList,
  type PriceList,
  type VersionedList,
} from './price-list.ts'
