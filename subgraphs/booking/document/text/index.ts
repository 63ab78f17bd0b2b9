export { mainFonts } from './fonts.ts'
export { oneLine } from './one-line.ts'
export { rightToLeftRun, type ShapedFont } from './shaped-font.ts'
export { typeset, type Line, type Typeset } from './typeset.ts'
