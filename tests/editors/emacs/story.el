;;; story.el --- The story in Emacs, without pictures  -*- lexical-binding: t; -*-

;; Run in batch mode with PROVISO_CLIENT = eglot or lsp-mode; writes what it saw as JSON to $PROVISO_SEEN.

;;; Code:

(require 'json)
(require 'subr-x)
(require 'flymake)

(add-to-list 'load-path (getenv "PROVISO_RUNTIME"))
(require 'proviso)
(setq proviso-program (getenv "PROVISO_PROGRAM"))

(defvar story-seen nil)
(defvar story-client (getenv "PROVISO_CLIENT"))

(defun story-note (key value) (push (cons key value) story-seen))

(defun story-wait (what look)
  "Wait until LOOK gives non-nil, serving processes meanwhile; fail with WHAT after four minutes."
  (let ((deadline (+ (float-time) 240)) seen)
    (while (not (setq seen (funcall look)))
      (when (> (float-time) deadline)
        (error "%s: not within 240 s" what))
      (accept-process-output nil 0.1)
      ;; Timers (idle ones too) drive Flymake, and batch mode is never idle.
      (when (bound-and-true-p flymake-mode) (ignore-errors (flymake-start))))
    seen))

(defun story-errors ()
  "Lines and texts of the errors shown in this buffer."
  (delq nil
        (mapcar (lambda (diagnostic)
                  (when (memq (flymake-diagnostic-type diagnostic) '(:error eglot-error))
                    (list (line-number-at-pos (flymake-diagnostic-beg diagnostic) t)
                          (flymake-diagnostic-text diagnostic))))
                (flymake-diagnostics))))

(defun story-errors-json ()
  (json-encode (vconcat (mapcar #'vconcat (story-errors)))))

(defun story-error-on (line) (assq line (story-errors)))

(defun story-start ()
  (if (string= story-client "eglot")
      (progn
        (require 'eglot)
        (setq eglot-sync-connect 30 eglot-connect-timeout 60 eglot-send-changes-idle-time 0)
        (cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
          (call-interactively #'eglot)))
    (require 'lsp-mode)
    (require 'lsp-diagnostics)
    (setq lsp-auto-guess-root t lsp-diagnostics-provider :flymake lsp-enable-file-watchers nil
          lsp-modeline-workspace-status-enable nil lsp-modeline-diagnostics-enable nil
          lsp-modeline-code-actions-enable nil lsp-headerline-breadcrumb-enable nil
          lsp-warn-no-matched-clients nil lsp-enable-suggest-server-download nil lsp-enable-snippet nil
          lsp-session-file (expand-file-name "lsp-session" (getenv "HOME"))
          lsp-enabled-clients '(proviso))
    (require 'project)
    (lsp-workspace-folders-add (file-name-as-directory (getenv "PROVISO_PROJECT")))
    (lsp)))

(defun story-changed ()
  "Send what was typed, as the idle timer would."
  (if (string= story-client "eglot")
      (eglot--signal-textDocument/didChange)
    (when (fboundp 'lsp--flush-delayed-changes) (lsp--flush-delayed-changes))
    (lsp-on-change-flush)))

(defun lsp-on-change-flush ()
  "Run lsp-mode's delayed notification, if there is one."
  (when (bound-and-true-p lsp--delay-timer)
    (timer-event-handler lsp--delay-timer)))

(defun story-hover ()
  (json-encode
   (proviso--request "textDocument/hover"
                     (let ((here (proviso--here)))
                       (list :textDocument (list :uri (plist-get here :uri)) :position (plist-get here :position))))))

(defun story ()
  (find-file (getenv "PROVISO_FILE"))
  (java-mode)
  (story-start)
  (story-wait "violations of abs and transfer" (lambda () (and (story-error-on 24) (story-error-on 18))))
  (story-note 'violations (story-errors-json))
  (goto-char (point-min))
  (forward-line 17)
  (forward-char 12)
  (story-note 'hover (story-hover))
  (proviso-counterexample)
  (story-note 'counterexample
              (with-current-buffer "*proviso counterexample*" (buffer-substring-no-properties (point-min) (point-max))))
  (goto-char (point-min))
  (forward-line 23)
  (insert "    //@ requires x > Integer.MIN_VALUE;\n")
  (story-changed)
  (story-wait "abs is right" (lambda () (and (not (story-error-on 25)) (not (story-error-on 24)) (story-error-on 18))))
  (story-note 'after (story-errors-json))
  (set-buffer-modified-p nil))

(condition-case failure
    (story)
  ((error quit)
   (story-note 'failure (format "%S %S" failure (ignore-errors (story-errors))))
   (dolist (buffer (buffer-list))
     (when (string-match-p "EGLOT.*stderr\\|EGLOT.*events\\|\\*proviso\\|lsp-log" (buffer-name buffer))
       (message "--- %s\n%s" (buffer-name buffer)
                (with-current-buffer buffer (buffer-substring-no-properties (max (point-min) (- (point-max) 3000)) (point-max))))))))

(with-temp-file (getenv "PROVISO_SEEN")
  (insert (json-encode (or story-seen '((failure . "nothing seen"))))))
(let ((kill-emacs-hook nil))
  (kill-emacs 0))
;;; story.el ends here
