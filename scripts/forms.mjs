// The forms of the inputs that create something, as TypeBox schemas with what `@constraint` adds to their types.
import { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, valueFromAST } from 'graphql'

const formats = {
  slug: (description) => `Slug(${description})`,
  time: (description) => `FormTime(${description})`,
  'time-zone': (description) => `FormTimeZone(${description})`,
  url: (description) => `FormUrl(${description})`,
  picture: (description) => `FormPicture(${description})`,
  email: (description) => `FormEmail(${description})`,
  uuid: (description) => `Type.String({ format: 'uuid', description: ${description} })`,
}
const formName = (type) => type.name.replace(/Input$/, 'Form')
/** The values of an enum as forms and files spell them: those of one marked `@lowerCase` in lower case. */
const formNames = ({ astNode }, names = astNode.values.map(({ name }) => name.value)) =>
  astNode.directives.some(({ name }) => name.value === 'lowerCase') ? names.map((name) => name.toLowerCase()) : names
const literal = (value) => JSON.stringify(value)

/** A module with a form for each input `Create...` of a schema, and for the inputs they contain. */
export function formsModule(schema) {
  const forms = new Map()
  const add = (type) => {
    if (forms.has(type)) return
    // A form precedes the forms that contain it.
    const members = Object.values(type.getFields()).map(
      (field) => `  ${field.name}: ${memberOf(schema, type, field, add)},`,
    )
    forms.set(
      type,
      `/** ${type.description} */\nexport const ${formName(type)} = Form(\n  {\n${members.join('\n')}\n  },\n  { description: ${literal(type.description)} },\n)\n`,
    )
  }
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type) && /^Create/.test(type.name)) add(type)
  const code = [...forms.values()].join('\n')
  const used = [
    'Form',
    'FormDate',
    'FormEmail',
    'FormPicture',
    'FormText',
    'FormTextLists',
    'FormTexts',
    'FormTime',
    'FormTimeZone',
    'FormUrl',
  ]
    .concat('OneOf', 'Slug')
    .filter((name) => new RegExp(`\\b${name}\\(`).test(code))
  return `import { Type } from 'typebox'
import { ${used.join(', ')} } from '../../../platform/values/form-fields.ts'

${code}`
}

function memberOf(schema, owner, field, add) {
  const isRequired = isNonNullType(field.type)
  const type = isRequired ? field.type.ofType : field.type
  const member = valueOf(
    schema,
    { type, description: field.description, ...constraintOf(schema, field) },
    add,
    (problem) => {
      throw new Error(`${owner.name}.${field.name} ${problem}`)
    },
  )
  return isRequired ? member : `Type.Optional(${member})`
}

/** An expression for a value of a type; items of lists of objects are described by their own type. */
function valueOf(schema, { type, ...field }, add, refuse) {
  const description = literal(field.description)
  if (isListType(type)) {
    const { minItems, maxItems, ...ofItem } = field
    if (maxItems === undefined) refuse('is a list without maxItems')
    const itemType = type.ofType.ofType ?? type.ofType
    const item = valueOf(schema, { ...ofItem, type: itemType, isItem: true }, add, refuse)
    return `Type.Array(${item}, ${optionsOf({ minItems, maxItems, description: field.description })})`
  }
  if (isEnumType(type)) return `OneOf(${literal(formNames(type, field.oneOf))}, ${description})`
  if (isInputObjectType(type)) return objectOf(type, field, add, refuse)
  const { min, max, maxLength, format, oneOf } = field
  if (oneOf) return `OneOf(${literal(oneOf)}, ${description})`
  if (format) return (formats[format] ?? refuse(`has the unknown format ${format}`))(description)
  const bounds = optionsOf({ minimum: min, maximum: max, description: field.description })
  switch (type.name) {
    case 'Boolean':
      return `Type.Boolean({ description: ${description} })`
    case 'Int':
      if (min === undefined || max === undefined) refuse('is a whole number without min and max')
      return `Type.Integer(${bounds})`
    case 'Float':
      return `Type.Number(${bounds})`
    case 'LocalDate':
      return `FormDate(${description})`
    case 'DateTime':
      return `Type.String({ format: 'date-time', description: ${description} })`
    case 'ID':
    case 'String':
      if (maxLength === undefined) refuse('is a text without maxLength, format and oneOf')
      return `FormText(${maxLength}, ${description})`
    default:
      return refuse(`has the type ${type.name}, which no form has`)
  }
}

function objectOf(type, { description, maxLength, units, isItem }, add, refuse) {
  if (type.name === 'LocalizedListInput') return `FormTextLists(${literal(description)})`
  if (type.name === 'LocalizedTextInput') {
    if (maxLength === undefined) refuse('is a text without maxLength')
    return `FormTexts(${maxLength}, ${literal(description)})`
  }
  add(type)
  if (isItem) return formName(type)
  const { unit: unitField } = type.getFields()
  const unit = units
    ? `, unit: OneOf(${literal(formNames(getNamedType(unitField.type), units))}, ${literal(unitField.description)})`
    : ''
  return `Form({ ...${formName(type)}.properties${unit} }, { description: ${literal(description)} })`
}

function constraintOf(schema, { astNode }) {
  const constraint = astNode.directives.find(({ name }) => name.value === 'constraint')
  const { args } = schema.getDirective('constraint')
  return Object.fromEntries(
    (constraint?.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromAST(value, args.find((argument) => argument.name === name.value).type),
    ]),
  )
}

const optionsOf = (options) =>
  `{ ${Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ')} }`
