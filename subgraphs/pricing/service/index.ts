export { chooseServices, isBookable, isTransport, type Service } from './service.ts'
