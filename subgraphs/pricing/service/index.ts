export { chooseServices, isBookable, type Service } from './service.ts'
