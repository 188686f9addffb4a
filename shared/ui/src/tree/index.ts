export {
  ancestorsOf,
  childrenOf,
  indexTree,
  isWithin,
  keyboardMove,
  type TreeIndex,
  type TreeMove,
  type TreeNode,
} from './tree-model.ts'
export { type MissingPlace, VirtualTree } from './virtual-tree.tsx'
