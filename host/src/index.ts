import '@pim/ui/font.css'
import '@pim/ui/row-tick.css'
import './page.css'
import { createRoot } from 'react-dom/client'
import { run } from './boot/run.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no place for the product.')
void run(createRoot(root))
