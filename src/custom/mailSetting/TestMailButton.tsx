import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { language } from '../../i18n/language.ts';

const en = {
  button: 'Send a test e-mail',
  hint: 'To your own contact e-mail, by the saved settings.',
  sent: (address: string) => `The e-mail server has accepted the test e-mail to ${address}.`,
  saved: (address: string) => `No e-mail server is set: the test e-mail to ${address} was saved as a file.`,
};

const zh: typeof en = {
  button: '发送测试邮件',
  hint: '按已保存的设置，发送到您的联系邮箱。',
  sent: (address) => `邮件服务器已接受发往 ${address} 的测试邮件。`,
  saved: (address) => `未设置邮件服务器：发往 ${address} 的测试邮件已保存为文件。`,
};

interface Result {
  readonly severity: 'success' | 'warning' | 'error';
  readonly message: string;
}

/** Sends a test e-mail to the administrator by the saved settings, and says in plain words what came of it. */
export default function TestMailButton() {
  const words = language() === 'zh' ? zh : en;
  const data = useConsoleDataProvider();
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<Result>();
  const send = async () => {
    setSending(true);
    setResult(undefined);
    try {
      const { address, saved_as_file } = await data.call('mail_setting_test', { quiet: true });
      const message = saved_as_file ? words.saved(address) : words.sent(address);
      setResult({ severity: saved_as_file ? 'warning' : 'success', message });
    } catch (failure) {
      const message = failureText(failure);
      if (message) setResult({ severity: 'error', message });
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Button variant="outlined" loading={isSending} onClick={() => void send()}>
        {words.button}
      </Button>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {words.hint}
      </Box>
      {result && (
        <Alert
          severity={result.severity}
          onClose={() => setResult(undefined)}
          sx={{ flexBasis: '100%', maxWidth: 960, overflowWrap: 'anywhere' }}
        >
          {result.message}
        </Alert>
      )}
    </>
  );
}
