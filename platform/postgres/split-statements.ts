/** Texts in which a semicolon ends nothing: comments, strings, quoted names, dollar-quoted bodies; then single characters. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/g

/** The statements of a script of SQL, each with the comments before it. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of script.matchAll(tokens)) {
    statement += token
    if (token !== ';') continue
    statements.push(statement)
    statement = ''
  }
  const hasMore = statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== ''
  return hasMore ? [...statements, statement] : statements
}
