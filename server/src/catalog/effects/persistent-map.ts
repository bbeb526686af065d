/**
 * A map that never changes: `set` and `delete` give a new one that shares all but a path with the old.
 *
 * A weight-balanced tree, so every operation is O(log n) and iteration goes by name. A class because it is a `ReadonlyMap`.
 */
export class PersistentMap<V> implements ReadonlyMap<string, V> {
  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>(undefined);
  }

  static from<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
    let map = PersistentMap.empty<V>();
    for (const [key, value] of entries) map = map.set(key, value);
    return map;
  }

  private readonly root: Tree<V>;

  private constructor(root: Tree<V>) {
    this.root = root;
  }

  get size(): number {
    return sizeOf(this.root);
  }

  get(key: string): V | undefined {
    return find(this.root, key)?.value;
  }

  has(key: string): boolean {
    return find(this.root, key) !== undefined;
  }

  set(key: string, value: V): PersistentMap<V> {
    const root = insert(this.root, key, value);
    return root === this.root ? this : new PersistentMap(root);
  }

  delete(key: string): PersistentMap<V> {
    const root = remove(this.root, key);
    return root === this.root ? this : new PersistentMap(root);
  }

  /** The names whose values are others than in a map from which this one was made, with both values. */
  *changesSince(before: PersistentMap<V>): Generator<readonly [string, V | undefined, V | undefined], undefined> {
    yield* differences(before.root, this.root);
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  *entries(): Generator<[string, V], undefined> {
    for (const node of inOrder(this.root)) yield [node.key, node.value];
  }

  *keys(): Generator<string, undefined> {
    for (const node of inOrder(this.root)) yield node.key;
  }

  *values(): Generator<V, undefined> {
    for (const node of inOrder(this.root)) yield node.value;
  }

  [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries();
  }
}

interface Node<V> {
  readonly key: string;
  readonly value: V;
  readonly left: Tree<V>;
  readonly right: Tree<V>;
  readonly size: number;
}

type Tree<V> = Node<V> | undefined;

/** One side may weigh this many times the other (Adams' trees, with the constants of Hirai and Yamamoto). */
const DELTA = 3;
const RATIO = 2;

const sizeOf = <V>(tree: Tree<V>): number => (tree === undefined ? 0 : tree.size);

const node = <V>(key: string, value: V, left: Tree<V>, right: Tree<V>): Node<V> => ({
  key,
  value,
  left,
  right,
  size: sizeOf(left) + sizeOf(right) + 1,
});

function find<V>(tree: Tree<V>, key: string): Node<V> | undefined {
  let at = tree;
  while (at !== undefined && at.key !== key) at = key < at.key ? at.left : at.right;
  return at;
}

function insert<V>(tree: Tree<V>, key: string, value: V): Node<V> {
  if (tree === undefined) return node(key, value, undefined, undefined);
  if (key === tree.key) return value === tree.value ? tree : node(key, value, tree.left, tree.right);
  if (key < tree.key) {
    const left = insert(tree.left, key, value);
    return left === tree.left ? tree : balance(tree, left, tree.right);
  }
  const right = insert(tree.right, key, value);
  return right === tree.right ? tree : balance(tree, tree.left, right);
}

function remove<V>(tree: Tree<V>, key: string): Tree<V> {
  if (tree === undefined) return undefined;
  if (key < tree.key) {
    const left = remove(tree.left, key);
    return left === tree.left ? tree : balance(tree, left, tree.right);
  }
  if (key > tree.key) {
    const right = remove(tree.right, key);
    return right === tree.right ? tree : balance(tree, tree.left, right);
  }
  if (tree.left === undefined) return tree.right;
  if (tree.right === undefined) return tree.left;
  let next = tree.right;
  while (next.left !== undefined) next = next.left;
  return balance(next, tree.left, remove(tree.right, next.key));
}

/** A node with this key and value over two subtrees of which one changed by one. */
function balance<V>({ key, value }: Node<V>, left: Tree<V>, right: Tree<V>): Node<V> {
  const weights = sizeOf(left) + sizeOf(right);
  if (weights >= 2 && right !== undefined && sizeOf(right) + 1 > DELTA * (sizeOf(left) + 1)) {
    const inner = right.left;
    if (inner === undefined || sizeOf(inner) + 1 < RATIO * (sizeOf(right.right) + 1)) {
      return node(right.key, right.value, node(key, value, left, inner), right.right);
    }
    return node(
      inner.key,
      inner.value,
      node(key, value, left, inner.left),
      node(right.key, right.value, inner.right, right.right),
    );
  }
  if (weights >= 2 && left !== undefined && sizeOf(left) + 1 > DELTA * (sizeOf(right) + 1)) {
    const inner = left.right;
    if (inner === undefined || sizeOf(inner) + 1 < RATIO * (sizeOf(left.left) + 1)) {
      return node(left.key, left.value, left.left, node(key, value, inner, right));
    }
    return node(
      inner.key,
      inner.value,
      node(left.key, left.value, left.left, inner.left),
      node(key, value, inner.right, right),
    );
  }
  return node(key, value, left, right);
}

function* inOrder<V>(tree: Tree<V>): Generator<Node<V>, undefined> {
  const path: Node<V>[] = [];
  for (let at = tree; at !== undefined || path.length > 0;) {
    if (at !== undefined) {
      path.push(at);
      at = at.left;
      continue;
    }
    const next = path.pop();
    if (next === undefined) return;
    yield next;
    at = next.right;
  }
}

/** What two trees share is passed over; where a change turned them about, both are gone through by name. */
function* differences<V>(
  a: Tree<V>,
  b: Tree<V>,
): Generator<readonly [string, V | undefined, V | undefined], undefined> {
  if (a === b) return;
  if (a !== undefined && b !== undefined && a.key === b.key) {
    yield* differences(a.left, b.left);
    if (a.value !== b.value) yield [a.key, a.value, b.value];
    yield* differences(a.right, b.right);
    return;
  }
  for (const { key, value } of inOrder(a)) {
    const other = find(b, key)?.value;
    if (other !== value) yield [key, value, other];
  }
  for (const { key, value } of inOrder(b)) if (find(a, key) === undefined) yield [key, undefined, value];
}
