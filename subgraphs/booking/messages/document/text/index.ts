export { oneLine } from './one-line.ts'
export { rightToLeftRun, type ShapedFont } from './shaped-font.ts'
export { typeset, type Line, type Typeset, type Weight } from './typeset.ts'
