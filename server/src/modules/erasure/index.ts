export { type Begun, createErasure, type Erasing, type Subjects } from './erasure.ts'
