export { LineEditor as TextEditor } from '../frame/line-input.tsx'
