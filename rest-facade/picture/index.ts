export { imageUploadRoute, pictureRoute } from './routes.ts'
export type { PictureStore } from './picture-store.ts'
export { openPictureStore, pictureSettings } from './store.ts'
