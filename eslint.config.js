import eslint from '@eslint/js'
import tseslint from 'typescript-eslint'
import { TypeFlags } from 'typescript'

const tests = ['tests/**/*.ts', '**/*.test.ts']

/** Environment variables are read and validated in one place of each process. */
const environmentOnlyInConfig = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read settings in config.ts: they are validated there, and all invalid ones are reported at once.',
}
/** SQL stays where its indexes and locks are thought about. */
const statementsOnlyInRepositories = {
  selector:
    'CallExpression[callee.property.name=/^(query|\\$queryRaw|\\$queryRawUnsafe|\\$executeRaw|\\$executeRawUnsafe)$/]',
  message: 'Statements belong in store.ts, repository.ts or a file of store/.',
}
/** Tests wait for conditions and events. The few pauses that are right have names that say why, in one module. */
const pauses = 'tests/testkit/pauses.ts'
const noPause = `Wait for a condition (tests/testkit/eventually.ts), or use a pause of ${pauses}.`
const noPauses = [
  { selector: "CallExpression[callee.name='setTimeout']", message: noPause },
  {
    selector: "CallExpression[callee.object.name=/^(globalThis|global|timers)$/][callee.property.name='setTimeout']",
    message: noPause,
  },
  { selector: "CallExpression[callee.property.name='waitForTimeout']", message: noPause },
]
/** Reports texts that are cut to a maximum length, which may leave half of a character. Shorter cuts are of dates and ids. */
const wholeCharacters = {
  meta: { messages: { cut: 'Cut texts with cutText of platform/values/text.ts: this can cut a character in two.' } },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    const checker = program.getTypeChecker()
    const isText = (node) =>
      [checker.getNonNullableType(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node)))]
        .flatMap((type) => type.types ?? type)
        .every(({ flags }) => flags & TypeFlags.StringLike)
    const isMaximum = (node) => {
      switch (node?.type) {
        case 'Literal':
          return node.value >= 50
        case 'Identifier':
          return /^max|(limit|length)$/i.test(node.name)
        case 'MemberExpression':
          return isMaximum(node.property) && node.property.name !== 'length'
        case 'UnaryExpression':
          return isMaximum(node.argument)
        case 'BinaryExpression':
          return isMaximum(node.left) || isMaximum(node.right)
        default:
          return false
      }
    }
    return {
      'CallExpression[callee.property.name=/^(slice|substring|substr)$/]'(node) {
        if (isMaximum(node.arguments.at(-1)) && isText(node.callee.object)) context.report({ node, messageId: 'cut' })
      },
    }
  },
}
const timerModules = ['node:timers', 'timers', 'node:timers/promises', 'timers/promises']
const noPauseImports = {
  paths: timerModules.map((name) => ({
    name,
    importNames: ['default', 'setTimeout', 'setInterval', 'scheduler'],
    message: noPause,
  })),
  patterns: [{ group: ['**/bench/chaos/random.ts'], importNames: ['pause'], message: noPause }],
}

export default tseslint.config(
  { ignores: ['**/generated/', 'clients/typescript/src/openapi.ts', '**/dist/', 'dist/', '.data/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['prisma.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, minimumDescriptionLength: 10 }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // An async function that awaits nothing still turns a throw into a rejection, which callers rely on.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Interfaces here are implemented by closures, which need no `this`.
      '@typescript-eslint/unbound-method': 'off',
      // It also calls assertions unnecessary that steer the inference of a type parameter.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', environmentOnlyInConfig],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [...tests, 'bench/**/*.ts'],
    plugins: { texts: { rules: { 'whole-characters': wholeCharacters } } },
    rules: { 'texts/whole-characters': 'error' },
  },
  {
    files: [
      'console/*.ts',
      'gateway/**/*.ts',
      'packages/**/*.ts',
      'rest-facade/**/*.ts',
      'site/**/*.ts',
      'subgraphs/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', environmentOnlyInConfig, statementsOnlyInRepositories] },
  },
  {
    files: ['**/repository.ts', '**/store.ts', '**/store/*.ts', '**/demo/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', environmentOnlyInConfig] },
  },
  {
    // The last two hand their environment on to the processes they start; they read no setting from it.
    files: ['**/config.ts', '*.config.ts', 'platform/postgres/embedded-postgres.ts', 'bench/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The generated clients look for the types of columns in a global namespace.
    files: ['**/prisma/columns.ts'],
    rules: { '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }] },
  },
  {
    files: tests,
    rules: {
      'no-restricted-syntax': ['error', ...noPauses],
      'no-restricted-imports': ['error', noPauseImports],
      'no-console': 'off',
      // Responses of the product arrive as untyped JSON; what they hold is what the test asserts.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: [pauses],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        module: 'writable',
        require: 'readonly',
      },
    },
  },
  {
    // Commands whose output goes to a file build first.
    files: ['build', 'build-*', 'bundle', 'demo-pictures', 'docs-markdown', 'events-page', 'generate*', 'graphql-pages']
      .concat('forms', 'pack-client', 'rest-members')
      .map((name) => `scripts/${name}.mjs`),
    rules: { 'no-console': ['error', { allow: ['error'] }] },
  },
  {
    // Run by browsers.
    files: ['rest-facade/reference/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'addEventListener',
          'crypto',
          'document',
          'fetch',
          'location',
          'MutationObserver',
          'requestAnimationFrame',
          'structuredClone',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
)
