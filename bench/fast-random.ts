import type { UniformSource } from '../src/domain/shoe';

/**
 * A fast generator for measurements only (xorshift128): the numbers are repeatable and good enough for speed, and
 * nothing that is played for money ever sees them. A multiplication takes the place of a division, as Lemire does.
 */
export class FastRandom implements UniformSource {
  private x = 123_456_789;
  private y = 362_436_069;
  private z = 521_288_629;
  private w: number;

  constructor(seed: number) {
    this.w = seed | 1;
  }

  below(n: number): number {
    const t = this.x ^ (this.x << 11);
    this.x = this.y;
    this.y = this.z;
    this.z = this.w;
    this.w = this.w ^ (this.w >>> 19) ^ t ^ (t >>> 8);
    // 16 bits are plenty for counts up to 416, and the product stays a small integer.
    return ((this.w >>> 16) * n) >>> 16;
  }
}
