import { homeShapes } from './home-shapes.ts'
import { kitchenShapes } from './kitchen-shapes.ts'
import { outdoorShapes } from './outdoor-shapes.ts'

/** Every thing that can be drawn: 1000 by 1000, standing on `foot`, about `width` wide. */
export const shapes = { ...outdoorShapes, ...kitchenShapes, ...homeShapes }
export type ShapeName = keyof typeof shapes
