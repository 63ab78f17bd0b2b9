export { demoPictureRoute } from './demo-pictures.ts'
export { imageUploadRoute, pictureRoute } from './routes.ts'
