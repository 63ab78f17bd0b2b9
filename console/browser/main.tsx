import { render } from 'preact'
import { Console } from './shell/console.tsx'
import './styles/console.css'
import { LanguageProvider } from './text/language.tsx'

const place = document.getElementById('console')
if (!place) throw new Error('The page has no place for the console')
render(
  <LanguageProvider>
    <Console />
  </LanguageProvider>,
  place,
)
