import { render } from 'preact'
import { Gate } from './gate/gate.tsx'
import './styles/gate.css'
import { LanguageProvider } from './text/language.tsx'

const place = document.getElementById('console')
if (!place) throw new Error('The page has no place for the gate')
render(
  <LanguageProvider>
    <Gate />
  </LanguageProvider>,
  place,
)
