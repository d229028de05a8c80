import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { VERIFIER_FILE, verifierProgram } from '../../application/fairness/verifier-program';
import { AnswersFile, Open } from '../route-rules';
import { FileAnswer } from '../text-answer';

const JAVASCRIPT = 'text/javascript';

@ApiTags('Fairness')
@Controller()
export class VerifierController {
  /**
   * Gives the program that verifies proofs and signed records offline.
   * @remarks One file that needs Node 20 or later and nothing else, and opens no connection: `node verify.cjs proof.json`.
   * `ETag` is its SHA-256, as `sha256sum verify.cjs` prints it: compare it with the one that whoever tested this program has
   * published, for a server that cheats could give you a program that does not see it.
   */
  @Get(VERIFIER_FILE)
  @Open()
  @AnswersFile('The program.', JAVASCRIPT, '"use strict";\n')
  async readVerifier(): Promise<FileAnswer> {
    return new FileAnswer(JAVASCRIPT, VERIFIER_FILE, await verifierProgram());
  }
}
